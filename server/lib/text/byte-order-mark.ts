export type ByteOrderMark = {
  bytes: number[]
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32'
}

// UTF-32 is first, because its byte order mark begins with the mark of UTF-16.
const byteOrderMarks: ByteOrderMark[] = [
  { bytes: [0xff, 0xfe, 0, 0], encoding: 'utf-32' },
  { bytes: [0, 0, 0xfe, 0xff], encoding: 'utf-32' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Returns the bytes with which a file names its encoding, if it does. */
export const findByteOrderMark = (start: Buffer): ByteOrderMark | undefined =>
  byteOrderMarks.find(mark => mark.bytes.every((byte, i) => start[i] === byte))
