// Names of subjects and issuers.
#include <stdio.h>
#include <string.h>

#include "certificate.h"

static const struct {
  const char* oid;  // as bytes
  const char* field;
  int nid;
} known_fields[] = {
    {"\x55\x04\x03", "CN", NID_commonName},
    {"\x55\x04\x04", "SN", 100},
    {"\x55\x04\x05", "serialNumber", 105},
    {"\x55\x04\x06", "C", 14},
    {"\x55\x04\x07", "L", 15},
    {"\x55\x04\x08", "ST", 16},
    {"\x55\x04\x09", "street", 660},
    {"\x55\x04\x0A", "O", 17},
    {"\x55\x04\x0B", "OU", 18},
    {"\x55\x04\x0C", "title", 106},
    {"\x55\x04\x0D", "description", 107},
    {"\x55\x04\x0F", "businessCategory", 860},
    {"\x55\x04\x11", "postalCode", 661},
    {"\x55\x04\x2A", "GN", 99},
    {"\x55\x04\x2B", "initials", 101},
    {"\x55\x04\x2D", "x500UniqueIdentifier", 503},
    {"\x55\x04\x2E", "dnQualifier", 174},
    {"\x55\x04\x61", "organizationIdentifier", 1089},
    {"\x2A\x86\x48\x86\xF7\x0D\x01\x09\x01", "emailAddress", 48},
    {"\x09\x92\x26\x89\x93\xF2\x2C\x64\x01\x01", "UID", 458},
    {"\x09\x92\x26\x89\x93\xF2\x2C\x64\x01\x19", "DC", 391},
    {"\x2B\x06\x01\x04\x01\x82\x37\x3C\x02\x01\x01", "jurisdictionL", 955},
    {"\x2B\x06\x01\x04\x01\x82\x37\x3C\x02\x01\x02", "jurisdictionST", 956},
    {"\x2B\x06\x01\x04\x01\x82\x37\x3C\x02\x01\x03", "jurisdictionC", 957},
};

// Writes an identifier as digits and dots.
static void write_oid(struct der oid, char* text, size_t size) {
  size_t used = 0;
  unsigned long number = 0;
  bool first = true;
  *text = '\0';
  for (size_t i = 0; i < oid.length && used < size; i++) {
    number = number << 7 | (oid.at[i] & 0x7F);
    if (oid.at[i] & 0x80) continue;
    if (first) {
      unsigned long top = number < 80 ? number / 40 : 2;
      used += (size_t)snprintf(text, size, "%lu.%lu", top, number - 40 * top);
    } else {
      used += (size_t)snprintf(text + used, size - used, ".%lu", number);
    }
    first = false;
    number = 0;
  }
}

static void name_field(struct der oid, X509_NAME_ENTRY* entry) {
  for (size_t i = 0; i < sizeof known_fields / sizeof *known_fields; i++) {
    if (strlen(known_fields[i].oid) != oid.length || memcmp(known_fields[i].oid, oid.at, oid.length) != 0) continue;
    entry->nid = known_fields[i].nid;
    snprintf(entry->field, sizeof entry->field, "%s", known_fields[i].field);
    return;
  }
  write_oid(oid, entry->field, sizeof entry->field);
}

static bool read_entry(struct der der, int set, X509_NAME* name) {
  struct der oid, value;
  unsigned char tag;
  if (!der_expect(&der, kDerOid, &oid) || !der_next(&der, &tag, &value, NULL)) return false;
  X509_NAME_ENTRY* larger = realloc(name->entries, (size_t)(name->count + 1) * sizeof *larger);
  if (!larger) return false;
  name->entries = larger;
  X509_NAME_ENTRY* entry = &name->entries[name->count];
  *entry = (X509_NAME_ENTRY){.set = set, .value = ASN1_STRING_type_new(tag)};
  if (!entry->value || !ASN1_STRING_set(entry->value, value.at, (int)value.length)) {
    ASN1_STRING_free(entry->value);
    return false;
  }
  name_field(oid, entry);
  name->count++;
  return true;
}

bool read_name(struct der der, X509_NAME* into) {
  *into = (X509_NAME){.der = der};
  struct der relative, entry;
  for (int set = 0; der.length > 0; set++) {
    if (!der_expect(&der, kDerSet, &relative)) return false;
    while (relative.length > 0)
      if (!der_expect(&relative, kDerSequence, &entry) || !read_entry(entry, set, into)) return false;
  }
  return true;
}

void clear_name(X509_NAME* name) {
  for (int i = 0; i < name->count; i++) ASN1_STRING_free(name->entries[i].value);
  free(name->entries);
}

int X509_NAME_get_index_by_NID(const X509_NAME* name, int nid, int after) {
  for (int i = after + 1; name && i < name->count; i++)
    if (name->entries[i].nid == nid) return i;
  return -1;
}

X509_NAME_ENTRY* X509_NAME_get_entry(const X509_NAME* name, int index) {
  return name && index >= 0 && index < name->count ? &name->entries[index] : NULL;
}

ASN1_STRING* X509_NAME_ENTRY_get_data(const X509_NAME_ENTRY* entry) { return entry ? entry->value : NULL; }

int X509_NAME_get_text_by_NID(const X509_NAME* name, int nid, char* buffer, int size) {
  const X509_NAME_ENTRY* entry = X509_NAME_get_entry(name, X509_NAME_get_index_by_NID(name, nid, -1));
  if (!entry || size <= 0) return -1;
  int length = entry->value->length < size - 1 ? entry->value->length : size - 1;
  memcpy(buffer, entry->value->data, (size_t)length);
  buffer[length] = '\0';
  return length;
}

static bool is_special(const unsigned char* text, int length, int i) {
  unsigned char c = text[i];
  if (c != '\0' && strchr(",+\"\\<>;", c)) return true;
  return (i == 0 && (c == ' ' || c == '#')) || (i == length - 1 && c == ' ');
}

// The character at the beginning of UTF-8 that was checked or made by ASN1_STRING_to_UTF8, and its length; a byte that
// begins none stands for itself.
static uint32_t character(const unsigned char* text, int left, int* length) {
  static const struct {
    unsigned char mask, mark;
  } kinds[] = {{0x80, 0}, {0xE0, 0xC0}, {0xF0, 0xE0}, {0xF8, 0xF0}};
  for (int more = 0; more < 4 && more < left; more++) {
    if ((text[0] & kinds[more].mask) != kinds[more].mark) continue;
    uint32_t c = text[0] & (unsigned char)~kinds[more].mask;
    for (int i = 1; i <= more; i++) c = c << 6 | (text[i] & 0x3F);
    *length = more + 1;
    return c;
  }
  *length = 1;
  return text[0];
}

static void print_character(BIO* bio, uint32_t c, const unsigned char* text, int length, unsigned long flags) {
  if (c >= 0x80 && (flags & ASN1_STRFLGS_UTF8_CONVERT)) {
    for (int i = 0; i < length; i++)
      if (flags & ASN1_STRFLGS_ESC_MSB)
        BIO_printf(bio, "\\%02X", text[i]);
      else
        BIO_write(bio, &text[i], 1);
  } else if (c > 0xFFFF) {
    BIO_printf(bio, "\\W%08lX", (unsigned long)c);
  } else if (c > 0xFF) {
    BIO_printf(bio, "\\U%04lX", (unsigned long)c);
  } else if (((flags & ASN1_STRFLGS_ESC_CTRL) && (c < ' ' || c == 0x7F)) ||
             ((flags & ASN1_STRFLGS_ESC_MSB) && c >= 0x80)) {
    BIO_printf(bio, "\\%02X", (unsigned)c);
  } else {
    unsigned char byte = (unsigned char)c;
    BIO_write(bio, &byte, 1);
  }
}

static void print_value(BIO* bio, const ASN1_STRING* value, unsigned long flags) {
  unsigned char* text;
  int length = ASN1_STRING_to_UTF8(&text, value);
  if (length < 0) return;
  bool quoted = false;
  if (flags & ASN1_STRFLGS_ESC_QUOTE)
    for (int i = 0; i < length; i++) quoted = quoted || is_special(text, length, i);
  if (quoted) BIO_puts(bio, "\"");
  for (int i = 0, step; i < length; i += step) {
    uint32_t c = character(text + i, length - i, &step);
    bool escaped = quoted ? c == '"' || c == '\\' : (flags & ASN1_STRFLGS_ESC_2253) && is_special(text, length, i);
    if (escaped) BIO_puts(bio, "\\");
    print_character(bio, c, text + i, step, flags);
  }
  if (quoted) BIO_puts(bio, "\"");
  free(text);
}

int X509_NAME_print_ex(BIO* bio, const X509_NAME* name, int indent, unsigned long flags) {
  unsigned long separator = flags & XN_FLAG_SEP_MASK;
  const char* between = separator == XN_FLAG_SEP_COMMA_PLUS ? "," : separator == XN_FLAG_SEP_SPLUS_SPC ? "; " : ", ";
  const char* within = separator == XN_FLAG_SEP_COMMA_PLUS ? "+" : " + ";
  BIO_printf(bio, "%*s", indent, "");
  int set = 0;
  for (int i = 0; i < name->count; i++) {
    const X509_NAME_ENTRY* entry = &name->entries[flags & XN_FLAG_DN_REV ? name->count - 1 - i : i];
    if (i > 0) BIO_puts(bio, entry->set == set ? within : between);
    set = entry->set;
    BIO_printf(bio, "%s%s", entry->field, flags & XN_FLAG_SPC_EQ ? " = " : "=");
    print_value(bio, entry->value, flags);
  }
  return 1;
}
