import { ArtFrame, artColors } from './art-frame.tsx'

const stripes = [0, 1, 2, 3, 4, 5]

/** A small shop with an awning. */
export function ArtEmptyStores() {
  return (
    <ArtFrame>
      <path d="M58 66h84v60H58z" />
      <path d="M66 84h34v24H66z" fill={artColors.soft} />
      <path d="M66 108h34M62 114h42M83 84v24" fill="none" />
      <path d="M111 84h20v42h-20z" />
      <path d="M115 89h12v18h-12z" fill={artColors.soft} />
      <path d="M115 114h.01" strokeWidth="3" />
      {stripes.map(i => (
        <path
          key={i}
          d={`M${60 + i * 13.333} 42h13.333L${68 + i * 16} 62v5a8 8 0 0 1-16 0v-5z`}
          fill={i % 2 ? artColors.paper : artColors.accent}
        />
      ))}
      <path d="M84 42v-9a3 3 0 0 1 3-3h26a3 3 0 0 1 3 3v9z" />
      <path d="M92 36h16" fill="none" />
      <path
        d="M48 126v-10h-8v10zM44 116c-5 0-8-3-8-8 5 0 8 3 8 8zM44 116c0-6 3-9 8-9 0 6-3 9-8 9z"
        fill={artColors.soft}
      />
    </ArtFrame>
  )
}
