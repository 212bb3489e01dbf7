#pragma once

#include <openssl/types.h>
