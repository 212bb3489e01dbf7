/* Frees the stack of an ending thread; there are none. */
