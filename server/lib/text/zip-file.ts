/** Returns whether a file starts like a ZIP file, as a workbook does. */
export const isZipFile = (start: Buffer) => start.subarray(0, 4).toString('latin1') === 'PK\x03\x04'
