/** The part of the Barcode Detection API that is used. Not all browsers have it. */
type Detector = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    BarcodeDetector?: new () => Detector
  }
}

/** Returns whether the browser recognizes barcodes and can open a camera, for which it needs HTTPS. */
export const hasBarcodeDetector = (): boolean =>
  window.BarcodeDetector !== undefined && 'mediaDevices' in navigator

export const createBarcodeDetector = (): Detector | undefined =>
  window.BarcodeDetector && new window.BarcodeDetector()
