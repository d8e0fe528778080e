import { ArtFrame, artColors } from './art-frame.tsx'

/** A plug beside its socket. */
export function ArtDisconnected() {
  return (
    <ArtFrame>
      <path d="M20 126c22 0 6-48 34-48" fill="none" />
      <path d="M54 70h8v16h-8z" fill={artColors.soft} />
      <path d="M62 62h14a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H62a4 4 0 0 1-4-4V66a4 4 0 0 1 4-4z" />
      <path
        d="M84 69h9a1.5 1.5 0 0 1 1.5 1.500v2A1.5 1.5 0 0 1 93 74h-9z
          M84 82h9a1.5 1.5 0 0 1 1.5 1.500v2A1.5 1.5 0 0 1 93 87h-9z"
        fill={artColors.soft}
      />
      <path d="M138 78c34 0 18 30 30 48" fill="none" />
      <path d="M138 70h8v16h-8z" fill={artColors.soft} />
      <path d="M120 58h16a6 6 0 0 1 6 6v28a6 6 0 0 1-6 6h-16a8 8 0 0 1-8-8V66a8 8 0 0 1 8-8z" />
      <path d="M112 71h8M112 84h8" fill="none" />
      <path
        d="m103 60-1-14M94 60l-7-10M112 50l4-9M103 96l1 14M94 97l-6 9M112 105l4 8"
        stroke={artColors.accent}
        fill="none"
      />
    </ArtFrame>
  )
}
