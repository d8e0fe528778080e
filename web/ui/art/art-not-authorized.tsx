import { ArtFrame, artColors } from './art-frame.tsx'

/** A closed door with a lock. */
export function ArtNotAuthorized() {
  return (
    <ArtFrame>
      <path d="M56 126V62a40 32 0 0 1 80 0v64z" fill={artColors.soft} />
      <path d="M64 126V63a32 25 0 0 1 64 0v63z" />
      <path d="M96 38v88" fill="none" />
      <path
        d="M72 66a24 19 0 0 1 16-18v26H72zM120 66a24 19 0 0 0-16-18v26h16zM72 84h16v32H72zM104 84h16v32h-16z"
        fill="none"
      />
      <path d="M86 86v-7a10 10 0 0 1 20 0v7" fill="none" stroke={artColors.paper} strokeWidth="8" />
      <path d="M86 88v-9a10 10 0 0 1 20 0v9" fill="none" />
      <rect
        x="80"
        y="86"
        width="32"
        height="26"
        rx="5"
        fill={artColors.accent}
        stroke={artColors.paper}
      />
      <path d="M96 96v6" stroke={artColors.paper} strokeWidth="3.5" />
      <path
        d="M150 126v-12h-9v12zM145.5 114c-6 0-9-4-9-10 6 0 9 4 9 10zM145.5 114c0-8 4-12 10-12 0 8-4 12-10 12z"
        fill={artColors.soft}
      />
    </ArtFrame>
  )
}
