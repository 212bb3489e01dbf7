/* No dynamic linker: only its name is asked for. */
#define LDSO_ARCH "wasm32"
#define TPOFF_K 0
