"""What TLS's records and messages are called: for those who trace a handshake. Here none is traced, as the host makes it."""

from enum import IntEnum

_TLSContentType = IntEnum(
    "_TLSContentType",
    {
        "CHANGE_CIPHER_SPEC": 20, "ALERT": 21, "HANDSHAKE": 22, "APPLICATION_DATA": 23, "HEADER": 0x100,
        "INNER_CONTENT_TYPE": 0x101,
    },  # fmt: skip
    module="ssl",
)
_TLSContentType.__doc__ = "Content types (record layer) - RFC 8446, section B.1"
_TLSAlertType = IntEnum(
    "_TLSAlertType",
    {
        "CLOSE_NOTIFY": 0, "UNEXPECTED_MESSAGE": 10, "BAD_RECORD_MAC": 20, "DECRYPTION_FAILED": 21, "RECORD_OVERFLOW": 22,
        "DECOMPRESSION_FAILURE": 30, "HANDSHAKE_FAILURE": 40, "NO_CERTIFICATE": 41, "BAD_CERTIFICATE": 42,
        "UNSUPPORTED_CERTIFICATE": 43, "CERTIFICATE_REVOKED": 44, "CERTIFICATE_EXPIRED": 45, "CERTIFICATE_UNKNOWN": 46,
        "ILLEGAL_PARAMETER": 47, "UNKNOWN_CA": 48, "ACCESS_DENIED": 49, "DECODE_ERROR": 50, "DECRYPT_ERROR": 51,
        "EXPORT_RESTRICTION": 60, "PROTOCOL_VERSION": 70, "INSUFFICIENT_SECURITY": 71, "INTERNAL_ERROR": 80,
        "INAPPROPRIATE_FALLBACK": 86, "USER_CANCELED": 90, "NO_RENEGOTIATION": 100, "MISSING_EXTENSION": 109,
        "UNSUPPORTED_EXTENSION": 110, "CERTIFICATE_UNOBTAINABLE": 111, "UNRECOGNIZED_NAME": 112,
        "BAD_CERTIFICATE_STATUS_RESPONSE": 113, "BAD_CERTIFICATE_HASH_VALUE": 114, "UNKNOWN_PSK_IDENTITY": 115,
        "CERTIFICATE_REQUIRED": 116, "NO_APPLICATION_PROTOCOL": 120,
    },  # fmt: skip
    module="ssl",
)
_TLSAlertType.__doc__ = "Alert types for TLSContentType.ALERT messages - RFC 8466, section B.2"
_TLSMessageType = IntEnum(
    "_TLSMessageType",
    {
        "HELLO_REQUEST": 0, "CLIENT_HELLO": 1, "SERVER_HELLO": 2, "HELLO_VERIFY_REQUEST": 3, "NEWSESSION_TICKET": 4,
        "END_OF_EARLY_DATA": 5, "HELLO_RETRY_REQUEST": 6, "ENCRYPTED_EXTENSIONS": 8, "CERTIFICATE": 11,
        "SERVER_KEY_EXCHANGE": 12, "CERTIFICATE_REQUEST": 13, "SERVER_DONE": 14, "CERTIFICATE_VERIFY": 15,
        "CLIENT_KEY_EXCHANGE": 16, "FINISHED": 20, "CERTIFICATE_URL": 21, "CERTIFICATE_STATUS": 22, "SUPPLEMENTAL_DATA": 23,
        "KEY_UPDATE": 24, "NEXT_PROTO": 67, "MESSAGE_HASH": 254, "CHANGE_CIPHER_SPEC": 0x0101,
    },  # fmt: skip
    module="ssl",
)
_TLSMessageType.__doc__ = "Message types (handshake protocol) - RFC 8446, section B.3"
