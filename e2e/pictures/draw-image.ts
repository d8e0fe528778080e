import sharp from 'sharp'

/** A shape on a plain background. Plain colors keep the files of the pictures small. */
export type Drawing = {
  shape: 'mug' | 'bowl' | 'candle' | 'room'
  color: string
  background: string
  width?: number
  height?: number
}

const shapes: Record<Drawing['shape'], string> = {
  mug: `<rect x="28" y="30" width="36" height="44" rx="6"/>
    <circle cx="68" cy="50" r="12" fill="none" stroke-width="6"/>`,
  bowl: '<path d="M20 42h60a30 30 0 0 1-60 0z"/><rect x="40" y="70" width="20" height="6"/>',
  candle:
    '<rect x="38" y="40" width="24" height="42" rx="3"/><ellipse cx="50" cy="28" rx="5" ry="9"/>',
  room: `<rect y="68" width="100" height="32"/>
    <circle cx="72" cy="30" r="14"/><rect x="16" y="36" width="22" height="32"/>`,
}

/** Returns an image of a product or a scene as PNG. */
export function drawImage({
  shape,
  color,
  background,
  width = 800,
  height = 1000,
}: Drawing): Promise<Buffer> {
  const fit = shape === 'room' ? 'none' : 'xMidYMid meet'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${background}"/>
    <svg viewBox="0 0 100 100" preserveAspectRatio="${fit}" fill="${color}" stroke="${color}" stroke-width="0">
      ${shapes[shape]}
    </svg>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
