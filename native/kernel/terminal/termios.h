// The settings of a terminal, as struct termios of Linux's generic ABI has them: what TCGETS and TCSETS move.
#pragma once

#include <array>
#include <cstdint>

namespace wasmsand {

struct Termios {
  static constexpr size_t kCharacters = 19;
  // Places in `characters`.
  enum Place : uint8_t {
    kInterrupt = 0,
    kQuit = 1,
    kErase = 2,
    kKill = 3,
    kEndOfFile = 4,
    kTime = 5,
    kMinimum = 6,
    kStart = 8,
    kStop = 9,
    kSuspend = 10,
    kEndOfLine = 11,
    kReprint = 12,
    kWordErase = 14,
    kLiteralNext = 15,
    kEndOfLine2 = 16,
  };
  // c_iflag
  static constexpr uint32_t kPARMRK = 010, kISTRIP = 040, kINLCR = 0100, kIGNCR = 0200, kICRNL = 0400, kIUCLC = 01000,
                            kIXON = 02000, kIXANY = 04000, kIUTF8 = 040000;
  // c_oflag
  static constexpr uint32_t kOPOST = 01, kOLCUC = 02, kONLCR = 04, kOCRNL = 010, kONOCR = 020, kONLRET = 040,
                            kTabDelay = 014000, kXTABS = 014000;
  // c_cflag
  static constexpr uint32_t kCSIZE = 060, kCS8 = 060, kCREAD = 0200, kPARENB = 0400, kB38400 = 017;
  // c_lflag
  static constexpr uint32_t kISIG = 01, kICANON = 02, kECHO = 010, kECHOE = 020, kECHOK = 040, kECHONL = 0100,
                            kNOFLSH = 0200, kTOSTOP = 0400, kECHOCTL = 01000, kECHOPRT = 02000, kECHOKE = 04000,
                            kIEXTEN = 0100000, kEXTPROC = 0200000;

  // What a new pseudo-terminal has.
  uint32_t input = kICRNL | kIXON;
  uint32_t output = kOPOST | kONLCR;
  uint32_t control = kB38400 | kCS8 | kCREAD;
  uint32_t local = kISIG | kICANON | kECHO | kECHOE | kECHOK | kECHOCTL | kECHOKE | kIEXTEN;
  uint8_t line = 0;
  std::array<uint8_t, kCharacters> characters = {3,   034, 0177, 025, 4,   0,   1, 0, 021, 023,
                                                 032, 0,   022,  017, 027, 026, 0, 0, 0};

  [[nodiscard]] bool has_input(uint32_t flag) const { return (input & flag) != 0; }
  [[nodiscard]] bool has_output(uint32_t flag) const { return (output & flag) != 0; }
  [[nodiscard]] bool has_local(uint32_t flag) const { return (local & flag) != 0; }
  [[nodiscard]] uint8_t at(Place place) const { return characters[place]; }
  // Whether `c` is the character at `place`; the value 0 turns one off.
  [[nodiscard]] bool is(uint8_t c, Place place) const { return c != 0 && c == characters[place]; }
};

}  // namespace wasmsand
