{
  # The native addon. Node-API only, so one binary per platform serves every version of Node from 20 on.
  "targets": [
    {
      "target_name": "wasmsand",
      "sources": [
        "<!@(node -p \"['native/kernel','native/module','native/syscall','native/binding'].flatMap(d => fs.readdirSync(d, {recursive: true}).filter(f => f.endsWith('.cc')).map(f => d + '/' + f)).sort().join(' ')\")"
      ],
      "include_dirs": ["native", "<!(node -p \"require('node-addon-api').include_dir\")"],
      # Electron has no external buffers. An environment that is torn down lets nothing be thrown, which is no failure.
      "defines": [
        "NAPI_VERSION=9",
        "NAPI_DISABLE_CPP_EXCEPTIONS",
        "NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED",
        "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"
      ],
      "cflags_cc!": ["-std=gnu++17", "-std=gnu++20"],
      "cflags_cc": ["-std=c++20", "-fno-exceptions", "-fvisibility=hidden", "-fvisibility-inlines-hidden", "-Wall", "-Wextra"],
      "configurations": {
        "Release": {
          "defines": ["NDEBUG", "_FORTIFY_SOURCE=2"],
          "cflags!": ["-O3"],
          "cflags": ["-O2", "-fstack-protector-strong"],
          "ldflags": ["-Wl,-z,relro", "-Wl,-z,now", "-Wl,--gc-sections"]
        }
      },
      "conditions": [
        ["OS=='linux'", {
          # A file that is compiled before the others, found in the place of the header of its name.
          "include_dirs+": ["<(INTERMEDIATE_DIR)"],
          "cflags_cc": ["-include standard_library.h"],
          "actions": [{
            "action_name": "precompile",
            "inputs": ["native/standard_library.h"],
            "outputs": ["<(INTERMEDIATE_DIR)/standard_library.h.gch"],
            "action": ["sh", "-c", "$(CXX.$(TOOLSET)) $(DEFS_$(BUILDTYPE)) $(CFLAGS_$(BUILDTYPE)) $(filter-out -include standard_library.h,$(CFLAGS_CC_$(BUILDTYPE))) -x c++-header native/standard_library.h -o <@(_outputs)"]
          }],
          # The C++ library inside: the system's may be older than this compiler's. Not libgcc, whose static form wants a newer glibc.
          # What we have of it is ours: Node exports its own, compiled otherwise, and comes first where symbols are looked up.
          "ldflags": ["-static-libstdc++", "-Wl,--exclude-libs,ALL", "-Wl,-Bsymbolic"],
          # SHA-256: Node has it for itself alone, Electron another library.
          "libraries": ["-l:libcrypto.a"]
        }],
        ["OS=='mac'", {
          "xcode_settings": {
            "CLANG_CXX_LANGUAGE_STANDARD": "c++20",
            "GCC_ENABLE_CPP_EXCEPTIONS": "NO",
            "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
            "MACOSX_DEPLOYMENT_TARGET": "11.0"
          }
        }]
      ]
    }
  ]
}
