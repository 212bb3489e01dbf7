// With zlib, JPEG and FreeType: what is drawn, written and read by most programs.
const imaging = `
  Access AlphaComposite Arrow Resample Reduce Bands BcnDecode BcnEncode BitDecode Blend Chops ColorLUT Convert
  ConvertYCbCr Copy Crop Dib Draw Effects EpsEncode File Fill Filter FliDecode Geometry GetBBox GifDecode
  GifEncode HexDecode Histo JpegDecode JpegEncode Matrix ModeFilter Negative Offset Pack PackDecode Palette
  Paste Quant QuantOctree QuantHash QuantHeap PcdDecode PcxDecode PcxEncode Point RankFilter RawDecode
  RawEncode Storage SgiRleDecode SunRleDecode TgaRleDecode TgaRleEncode Unpack UnpackYCC UnsharpMask XbmDecode
  XbmEncode ZipDecode ZipEncode TiffDecode Jpeg2KDecode Jpeg2KEncode BoxBlur QuantPngQuant codec_fd Mode`
  .trim()
  .split(/\s+/);
const own = ['_imaging', 'decode', 'encode', 'map', 'display', 'outline', 'path'];

export const packages = { 'src/PIL': 'PIL' };

export const build = {
  flags: ['-DPILLOW_VERSION="12.2.0"'],
  modules: {
    'PIL/_imaging': {
      sources: [...own.map((name) => `src/${name}.c`), ...imaging.map((name) => `src/libImaging/${name}.c`)],
      flags: ['-DHAVE_LIBZ', '-DHAVE_LIBJPEG', '-Isrc/libImaging'],
      libraries: ['zlib', 'libjpeg'],
    },
    'PIL/_imagingft': { sources: ['src/_imagingft.c', 'src/libImaging/Mode.c'], libraries: ['freetype'] },
    'PIL/_imagingmath': { sources: ['src/_imagingmath.c', 'src/libImaging/Mode.c'] },
    'PIL/_imagingmorph': { sources: ['src/_imagingmorph.c', 'src/libImaging/Mode.c'] },
  },
};
