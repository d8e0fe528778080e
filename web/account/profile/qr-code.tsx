import { encode } from 'uqr'
import css from './two-step-setup.module.css'

/** A QR code in the one way that every camera reads: dark on white, with an edge, in any skin. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const darkModulesPath = data
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('')
  return (
    <svg
      className={css.qrCode}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={darkModulesPath} />
    </svg>
  )
}
