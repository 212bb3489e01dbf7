#pragma once

#include <openssl/bio.h>
