import { CatSitting } from './art-cat.tsx'
import { Door } from './art-door.tsx'
import { artColors } from './art-frame.tsx'
import { ArtScene, Parcel, Plant } from './art-scene.tsx'

/** A door for staff behind a rope, with the cat as doorman. */
export function ArtStaffOnly() {
  return (
    <ArtScene>
      <Door x={182}>
        <path d="M16 120h84v64H16z" />
        <path d="M26 136h64v32H26z" fill={artColors.soft} />
        <path
          d="M48 152a10 10 0 0 1 20 0zM45 152h26"
          fill={artColors.accent}
          stroke={artColors.accent}
        />
        <path d="M100 206h.01" strokeWidth="7" />
      </Door>
      <path
        d="M150 256c20 34 48 34 90 22M330 256c-20 34-48 34-90 22"
        fill="none"
        stroke={artColors.accent}
        strokeWidth="5"
      />
      {[146, 334].map(x => (
        <g key={x}>
          <path d={`M${x - 3} 306v-56h6v56zM${x - 16} 312a16 8 0 0 1 32 0z`} />
          <circle cx={x} cy="246" r="7" fill={artColors.soft} />
        </g>
      ))}
      <g>
        <CatSitting x={240} y={318} eyes="open" size={1.1} />
        <path d="M224 250c2-14 30-14 32 0-10 4-22 4-32 0z" fill={artColors.paper} />
        <path d="M222 251c10 5 26 5 36 0" strokeWidth="4" fill="none" />
        <path d="M240 242h.01" strokeWidth="4.5" stroke={artColors.accent} />
      </g>
      <Parcel x={82} y={312} w={52} h={40} />
      <Parcel x={84} y={272} w={38} h={26} isHighlighted />
      <Plant x={402} y={312} size={1.1} />
      <path d="M356 104h52M356 104v10M408 104v10" fill="none" />
      <path d="M348 114h68v34h-68z" />
      <path d="M360 126h44M360 136h26" fill="none" />
    </ArtScene>
  )
}
