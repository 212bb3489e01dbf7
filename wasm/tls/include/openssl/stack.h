// Lists, with functions for each type of element.
#pragma once

#include <openssl/types.h>

typedef struct stack_st OPENSSL_STACK;

OPENSSL_STACK* OPENSSL_sk_new_null(void);
int OPENSSL_sk_num(const OPENSSL_STACK* stack);
void* OPENSSL_sk_value(const OPENSSL_STACK* stack, int index);
int OPENSSL_sk_push(OPENSSL_STACK* stack, const void* element);
void* OPENSSL_sk_pop(OPENSSL_STACK* stack);
void OPENSSL_sk_free(OPENSSL_STACK* stack);

#define STACK_OF(type) struct stack_st_##type

#define DEFINE_STACK_OF(type)                                                                                          \
  STACK_OF(type);                                                                                                      \
  static inline STACK_OF(type) * sk_##type##_new_null(void) { return (STACK_OF(type)*)OPENSSL_sk_new_null(); }         \
  static inline int sk_##type##_num(const STACK_OF(type) * stack) {                                                    \
    return OPENSSL_sk_num((const OPENSSL_STACK*)stack);                                                                \
  }                                                                                                                    \
  static inline type* sk_##type##_value(const STACK_OF(type) * stack, int index) {                                     \
    return (type*)OPENSSL_sk_value((const OPENSSL_STACK*)stack, index);                                                \
  }                                                                                                                    \
  static inline int sk_##type##_push(STACK_OF(type) * stack, type * element) {                                         \
    return OPENSSL_sk_push((OPENSSL_STACK*)stack, element);                                                            \
  }                                                                                                                    \
  static inline type* sk_##type##_pop(STACK_OF(type) * stack) { return (type*)OPENSSL_sk_pop((OPENSSL_STACK*)stack); } \
  static inline void sk_##type##_free(STACK_OF(type) * stack) { OPENSSL_sk_free((OPENSSL_STACK*)stack); }              \
  static inline void sk_##type##_pop_free(STACK_OF(type) * stack, void (*free_element)(type*)) {                       \
    while (sk_##type##_num(stack) > 0) free_element(sk_##type##_pop(stack));                                           \
    sk_##type##_free(stack);                                                                                           \
  }
