// What may stay in a film or recording: the boxes that a player needs to find, decode and show its pictures, sound and
// subtitles. All others are made free space.

/** For each box that contains boxes: which of them may stay. */
export const keptBoxes: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra']),
  moov: new Set(['mvhd', 'trak', 'mvex']),
  trak: new Set(['tkhd', 'edts', 'mdia', 'tref', 'tapt']),
  tapt: new Set(['clef', 'prof', 'enof']),
  edts: new Set(['elst']),
  tref: new Set(['chap', 'subt', 'sync', 'forc', 'folw', 'fall']),
  mdia: new Set(['mdhd', 'hdlr', 'minf']),
  minf: new Set(['vmhd', 'smhd', 'sthd', 'nmhd', 'gmhd', 'hdlr', 'dinf', 'stbl']),
  gmhd: new Set(['gmin', 'text']),
  dinf: new Set(['dref']),
  stbl: new Set([
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'stss',
    'stps',
    'sdtp',
    'sbgp',
    'sgpd',
    'subs',
  ]),
  mvex: new Set(['mehd', 'trex']),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sbgp', 'sgpd', 'subs', 'sdtp']),
  mfra: new Set(['tfra', 'mfro']),
  wave: new Set(['frma', 'enda', 'esds', 'mp4a', 'alac', 'chan']),
  sv3d: new Set(['proj']),
  proj: new Set(['prhd', 'equi', 'cbmp', 'mshp']),
}

/** What tells a decoder how to read pictures or sound, within the description of a track. */
export const keptSettings: ReadonlySet<string> = new Set([
  ...['avcC', 'hvcC', 'lhvC', 'vpcC', 'av1C', 'dvcC', 'dvvC', 'esds', 'glbl', 'alac', 'dOps', 'dfLa', 'dac3', 'dec3'],
  ...['colr', 'pasp', 'clap', 'fiel', 'gama', 'chrm', 'mdcv', 'clli', 'SmDm', 'CoLL', 'st3d', 'sv3d', 'btrt'],
  ...['wave', 'chan', 'chnl', 'pinf', 'srat'],
])

/** Formats of pictures and sound that are known well enough to tell what in their description may stay. */
export const pictureFormats: ReadonlySet<string> = new Set([
  ...['avc1', 'avc2', 'avc3', 'hvc1', 'hev1', 'dvh1', 'dvhe', 'vp08', 'vp09', 'av01', 'mp4v', 's263', 'h263'],
  ...['jpeg', 'mjpa', 'mjpb', 'png ', 'rle ', 'ap4h', 'ap4x', 'apch', 'apcn', 'apcs', 'apco', '2vuy', 'yuv2'],
])
export const soundFormats: ReadonlySet<string> = new Set([
  ...['mp4a', '.mp3', 'ac-3', 'ec-3', 'alac', 'Opus', 'fLaC', 'samr', 'sawb', 'ulaw', 'alaw', 'ima4'],
  ...['sowt', 'twos', 'lpcm', 'in24', 'in32', 'fl32', 'fl64', 'raw ', 'ipcm', 'fpcm'],
])

/** Tracks that are seen or heard. Others carry places, faces and times beside the film. */
export const shownTracks: ReadonlySet<string> = new Set(['vide', 'soun', 'subt', 'sbtl', 'text', 'clcp'])
export const subtitleTracks: ReadonlySet<string> = new Set(['subt', 'sbtl', 'text'])
