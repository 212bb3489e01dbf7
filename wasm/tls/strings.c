// ASN1_STRING: bytes with the kind of text that they are.
#include <arpa/inet.h>
#include <openssl/x509v3.h>
#include <string.h>

ASN1_STRING* ASN1_STRING_type_new(int type) {
  ASN1_STRING* string = calloc(1, sizeof *string);
  if (string) string->type = type;
  return string;
}

int ASN1_STRING_set(ASN1_STRING* string, const void* bytes, int length) {
  unsigned char* copy = malloc((size_t)length + 1);
  if (!copy) return 0;
  memcpy(copy, bytes, (size_t)length);
  copy[length] = '\0';
  free(string->data);
  string->data = copy;
  string->length = length;
  return 1;
}

void ASN1_STRING_free(ASN1_STRING* string) {
  if (string) free(string->data);
  free(string);
}

int ASN1_STRING_cmp(const ASN1_STRING* a, const ASN1_STRING* b) {
  if (a->length != b->length) return a->length - b->length;
  int order = memcmp(a->data, b->data, (size_t)a->length);
  return order ? order : a->type - b->type;
}

int ASN1_STRING_length(const ASN1_STRING* string) { return string->length; }
int ASN1_STRING_type(const ASN1_STRING* string) { return string->type; }
const unsigned char* ASN1_STRING_get0_data(const ASN1_STRING* string) { return string->data; }

static int put_utf8(unsigned char* to, uint32_t c) {
  if (c < 0x80) {
    to[0] = (unsigned char)c;
    return 1;
  }
  int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
  for (int i = more; i > 0; i--, c >>= 6) to[i] = (unsigned char)(0x80 | (c & 0x3F));
  to[0] = (unsigned char)(marks[more] | c);
  return more + 1;
}

int ASN1_STRING_to_UTF8(unsigned char** text, const ASN1_STRING* string) {
  int width;
  switch (string->type) {
    case V_ASN1_BMPSTRING:
      width = 2;
      break;
    case V_ASN1_UNIVERSALSTRING:
      width = 4;
      break;
    default:
      width = 1;
  }
  if (string->length % width != 0) return -1;
  unsigned char* to = malloc(2 * (size_t)string->length + 1);
  if (!to) return -1;
  int length = 0;
  for (int i = 0; i < string->length; i += width) {
    uint32_t c = 0;
    for (int j = 0; j < width; j++) c = c << 8 | string->data[i + j];
    if (string->type == V_ASN1_UTF8STRING)
      to[length++] = (unsigned char)c;
    else if (c > 0x10FFFF) {
      free(to);
      return -1;
    } else
      length += put_utf8(to + length, c);
  }
  to[length] = '\0';
  *text = to;
  return length;
}

int ASN1_STRING_print(BIO* bio, const ASN1_STRING* string) {
  for (int i = 0; i < string->length; i++) {
    unsigned char c = string->data[i];
    char shown = (c < ' ' && c != '\n' && c != '\r') || c > '~' ? '.' : (char)c;
    if (BIO_write(bio, &shown, 1) != 1) return 0;
  }
  return 1;
}

ASN1_OCTET_STRING* a2i_IPADDRESS(const char* text) {
  unsigned char address[sizeof(struct in6_addr)];
  int length = inet_pton(AF_INET, text, address) == 1 ? 4 : inet_pton(AF_INET6, text, address) == 1 ? 16 : 0;
  if (length == 0) return NULL;
  ASN1_OCTET_STRING* string = ASN1_STRING_type_new(V_ASN1_OCTET_STRING);
  if (string && ASN1_STRING_set(string, address, length)) return string;
  ASN1_STRING_free(string);
  return NULL;
}

static int two_digits(const unsigned char* at) { return (at[0] - '0') * 10 + at[1] - '0'; }

int ASN1_TIME_print(BIO* bio, const ASN1_TIME* time) {
  static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const unsigned char* at = time->data;
  int digits = time->type == V_ASN1_GENERALIZEDTIME ? 14 : 12;
  if (time->length < digits + 1 || (int)strspn((const char*)at, "0123456789") != digits || at[digits] != 'Z') {
    BIO_puts(bio, "Bad time value");
    return 0;
  }
  int year = two_digits(at);
  at += 2;
  if (digits == 14) {
    year = 100 * year + two_digits(at);
    at += 2;
  } else {
    year += year < 50 ? 2000 : 1900;
  }
  int month = two_digits(at);
  if (month < 1 || month > 12) {
    BIO_puts(bio, "Bad time value");
    return 0;
  }
  return BIO_printf(bio, "%s %2d %02d:%02d:%02d %d GMT", months[month - 1], two_digits(at + 2), two_digits(at + 4),
                    two_digits(at + 6), two_digits(at + 8), year) > 0;
}
