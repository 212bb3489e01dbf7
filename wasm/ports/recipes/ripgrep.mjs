// A file of a crate that has a way for Unix, which is right for WASI as well.
const unixAsWasi = (file) => [
  { file: `crates.debian/${file}`, replace: '#[cfg(unix)]', by: '#[cfg(target_os = "wasi")]' },
  { file: `crates.debian/${file}`, replace: 'std::os::unix', by: 'std::os::wasi' },
];
const otherwise = (file) => [
  { file: `crates.debian/${file}`, replace: '#[cfg(not(unix))]', by: '#[cfg(not(target_os = "wasi"))]' },
];

export default {
  name: 'ripgrep',
  version: '13.0.0',
  homepage: 'https://github.com/BurntSushi/ripgrep',
  licence: 'Unlicense OR MIT',
  source: {
    package: 'rust-ripgrep',
    version: '13.0.0',
    orig: 'rust-ripgrep_13.0.0.orig.tar.gz',
    sha256: 'f37c9d2c2bc7e00bd2653e13771397b94e452583da9b9494eabef627618d64bf',
  },
  builder: 'cargo',
  libraries: ['pcre2'],
  features: ['pcre2'],
  edits: [
    // The library is that of grep -P. It asks a C library for little more than malloc, which wasi-libc has as well.
    {
      file: 'crates.debian/pcre2-sys-0.2.5/build.rs',
      replace: 'fn main() {',
      by: `fn main() {
    println!("cargo:rustc-link-lib=static=pcre2-8");
}

#[allow(dead_code)]
fn unused() {`,
    },
    // There are no threads, whatever -j says.
    {
      file: 'crates/core/args.rs',
      replace: 'Ok(if threads == 0 { cmp::min(12, num_cpus::get()) } else { threads })',
      by: 'Ok(cmp::min(1, num_cpus::get() + threads))',
    },
    // wasi-libc looks for the preopened directory a path begins in, and takes /src for src. With this function of ours it
    // asks for every path from the root.
    {
      file: 'crates/core/main.rs',
      replace: '\nfn main() {',
      by: `
#[no_mangle]
pub unsafe extern "C" fn __wasilibc_find_relpath_alloc(
    path: *const std::os::raw::c_char,
    prefix: *mut *const u8,
    relative: *mut *const u8,
    _length: *mut usize,
    _may_grow: std::os::raw::c_int,
) -> std::os::raw::c_int {
    use std::os::wasi::ffi::OsStringExt;
    static mut DIRECTORY: Option<Vec<u8>> = None;
    static mut TEXT: Vec<u8> = Vec::new();
    const ROOT: std::os::raw::c_int = 3;

    let path = std::ffi::CStr::from_ptr(path).to_bytes();
    let mut text = vec![];
    if !path.is_empty() && path[0] != b'/' {
        if DIRECTORY.is_none() {
            let directory = std::fs::read_link("/proc/self/cwd").unwrap_or_default();
            DIRECTORY = Some(directory.into_os_string().into_vec());
        }
        text.extend(DIRECTORY.iter().flatten().skip(1));
        text.push(b'/');
    }
    text.extend(path);
    let slashes = text.iter().take_while(|&&byte| byte == b'/').count();
    text.drain(..slashes);
    if text.is_empty() && !path.is_empty() {
        text.push(b'.');
    }
    text.push(0);
    TEXT = text;
    *prefix = b"\\0".as_ptr();
    *relative = TEXT.as_ptr();
    ROOT
}

fn main() {`,
    },
    // WASI knows no working directory, /proc does. Globs and the .gitignore files of parent directories hang on it.
    {
      file: 'crates/core/args.rs',
      replace: 'match env::current_dir()',
      by: 'match std::fs::read_link("/proc/self/cwd")',
    },
    {
      file: 'crates.debian/ignore-0.4.18/src/dir.rs',
      replace: 'match path.as_ref().canonicalize()',
      by: `match File::open(path.as_ref()).and_then(|file| {
            use std::os::wasi::io::AsRawFd;
            std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()))
        })`,
    },
    // Whether output goes to a terminal decides about colours and headings; atty takes every wasm32 for a browser.
    {
      file: 'crates.debian/atty-0.2.14/src/lib.rs',
      replace: 'pub fn is(_stream: Stream) -> bool {\n    false\n}',
      by: `pub fn is(stream: Stream) -> bool {
    extern "C" {
        fn isatty(fd: i32) -> i32;
    }
    let fd = match stream {
        Stream::Stdin => 0,
        Stream::Stdout => 1,
        Stream::Stderr => 2,
    };
    unsafe { isatty(fd) != 0 }
}`,
    },
    // Whether the standard input is worth reading: files and pipes (streams, to WASI) are.
    ...unixAsWasi('grep-cli-0.1.6/src/lib.rs'),
    {
      file: 'crates.debian/grep-cli-0.1.6/src/lib.rs',
      replace: 'ft.is_file() || ft.is_fifo() || ft.is_socket()',
      by: 'ft.is_file() || ft.is_socket_stream()',
    },
    {
      file: 'crates.debian/grep-cli-0.1.6/src/lib.rs',
      replace: '#![deny(missing_docs)]',
      by: '#![deny(missing_docs)]\n#![feature(wasi_ext)]',
    },
    // Device and inode: symbolic links that loop, and the output file, which is not searched.
    {
      file: 'crates.debian/same-file-1.0.6/src/lib.rs',
      replace: 'target_os = "redox", unix',
      by: 'target_os = "redox", target_os = "wasi", unix',
    },
    {
      file: 'crates.debian/same-file-1.0.6/src/lib.rs',
      replace: '#![deny(missing_docs)]',
      by: '#![deny(missing_docs)]\n#![feature(wasi_ext)]',
    },
    { file: 'crates.debian/same-file-1.0.6/src/unix.rs', replace: 'std::os::unix', by: 'std::os::wasi' },
    // --one-file-system.
    ...unixAsWasi('walkdir-2.3.2/src/util.rs'),
    {
      file: 'crates.debian/walkdir-2.3.2/src/util.rs',
      replace: 'not(any(unix, windows))',
      by: 'not(target_os = "wasi")',
    },
    {
      file: 'crates.debian/walkdir-2.3.2/src/lib.rs',
      replace: '#![deny(missing_docs)]',
      by: '#![deny(missing_docs)]\n#![feature(wasi_ext)]',
    },
    // There are no processes to filter a file through: better said than a panic of the standard library, or no match.
    ...[
      '        let bin = self.config.preprocessor.as_ref().unwrap();\n',
      '        let mut rdr = self.decomp_builder.build(path)?;\n',
    ].map((first) => ({
      file: 'crates/core/search.rs',
      replace: first,
      by: `        if cfg!(target_os = "wasi") {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "--pre and --search-zip need processes"));
        }
${first}`,
    })),
    // Messages name the errors by Linux's numbers.
    {
      file: 'crates/core/messages.rs',
      replace: 'eprintln!($($tt)*)',
      by: 'eprintln!("{}", crate::messages::with_linux_numbers(format!($($tt)*)))',
    },
    {
      file: 'crates/core/main.rs',
      replace: 'eprintln!("{}", err);\n        process::exit(2)',
      by: 'eprintln!("{}", messages::with_linux_numbers(err.to_string()));\n        process::exit(2)',
    },
    {
      file: 'crates/core/messages.rs',
      replace: '/// Returns true if and only if messages should be shown.',
      by: `/// WASI's error numbers in a message become Linux's.
pub fn with_linux_numbers(message: String) -> String {
    const NUMBERS: &[(u32, u32)] = &[
        (2, 13), (8, 9), (22, 27), (28, 22), (29, 5), (31, 21), (32, 40), (37, 36), (44, 2), (48, 12), (51, 28),
        (54, 20), (58, 95), (60, 6), (63, 1), (64, 32), (69, 30),
    ];
    for (wasi, linux) in NUMBERS {
        let number = format!("(os error {})", wasi);
        if message.contains(&number) {
            return message.replace(&number, &format!("(os error {})", linux));
        }
    }
    message
}

/// Returns true if and only if messages should be shown.`,
    },
    // What --sort asks whether the system has the times of files.
    {
      file: 'crates/core/args.rs',
      replace: 'env::current_exe()?.metadata()?',
      by: 'std::fs::metadata("/")?',
    },
    // Names of files are bytes, not all of them UTF-8, and so are arguments.
    {
      file: 'crates.debian/clap-2.34.0/src/osstringext.rs',
      replace: 'self.to_str().map(|s| s.as_bytes()).expect(INVALID_UTF8)',
      by: 'std::os::wasi::ffi::OsStrExt::as_bytes(self)',
    },
    ...['bstr-0.2.17/src/ext_slice.rs', 'bstr-0.2.17/src/ext_vec.rs', 'grep-printer-0.1.6/src/jsont.rs'].flatMap(
      (file) => [...unixAsWasi(file), ...otherwise(file)],
    ),
  ],
  programs: [{ built: 'rg.wasm', path: '/usr/bin/rg', postlink: { level: '-O3' } }],
};
