import { CatSitting } from './art-cat.tsx'
import { Door } from './art-door.tsx'
import { artColors } from './art-frame.tsx'
import { ArtScene, Cloud, KeyDrawing, Plant } from './art-scene.tsx'

/** A locked door, a magnifying glass, and the cat with the key on its tail. */
export function ArtForgotPassword() {
  return (
    <ArtScene>
      <Cloud x={408} y={120} size={0.85} />
      <Door x={178}>
        <path d="M92 196h14v30H92z" />
        <path
          d="M99 206a3 3 0 0 1 1.5 5.6V218h-3v-6.4A3 3 0 0 1 99 206z"
          fill="currentColor"
          stroke="none"
        />
      </Door>
      <Plant x={120} y={312} />
      <g>
        <path d="M46 262a28 28 0 1 0 56 0 28 28 0 1 0-56 0z" fill={artColors.soft} />
        <path d="M53 262a21 21 0 1 0 42 0 21 21 0 1 0-42 0zM55 283l-22 26" />
        <path d="M60 258a15 15 0 0 1 10-11" fill="none" />
        <path d="M52 286l-19 23" strokeWidth="6" stroke={artColors.accent} />
      </g>
      <path
        d="M342 186c0-14 20-14 20 0 0 9-10 9-10 18M352 213h.01"
        fill="none"
        strokeWidth="3"
        stroke={artColors.accent}
      />
      <path d="M146 92c0-10 14-10 14 0 0 6-7 6-7 13M153 112h.01" fill="none" strokeWidth="2.5" />
      <CatSitting x={352} y={312} eyes="away" isTailUp size={1.15} />
      <KeyDrawing x={391} y={266} angle={12} size={0.62} isOutlined />
    </ArtScene>
  )
}
