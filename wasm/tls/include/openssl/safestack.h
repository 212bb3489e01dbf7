#pragma once

#include <openssl/stack.h>
