import { CatSitting } from './art-cat.tsx'
import { Door } from './art-door.tsx'
import { artColors } from './art-frame.tsx'
import { ArtScene, Cloud, Plant } from './art-scene.tsx'

const keypad = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const digits = [0, 1, 2, 3, 4, 5]

/** A door with a lock and a keypad, beside a phone that displays a code. */
export function ArtTwoFactor() {
  return (
    <ArtScene>
      <Cloud x={424} y={104} size={0.8} />
      <Door x={112}>
        <path d="M44 214v-12a14 14 0 0 1 28 0v12" fill="none" strokeWidth="5" />
        <path
          d="M34 212h48a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H34a5 5 0 0 1-5-5v-34a5 5 0 0 1 5-5z"
          fill={artColors.accent}
          stroke={artColors.paper}
        />
        <path
          d="M58 226a5 5 0 0 1 2.5 9.3V244h-5v-8.7A5 5 0 0 1 58 226z"
          fill={artColors.paper}
          stroke="none"
        />
      </Door>
      <g>
        <path d="M252 176h44a4 4 0 0 1 4 4v68a4 4 0 0 1-4 4h-44a4 4 0 0 1-4-4v-68a4 4 0 0 1 4-4z" />
        <path d="M256 184h36v12h-36z" fill={artColors.soft} />
        {keypad.map(i => (
          <path
            key={i}
            d={`M${262 + (i % 3) * 12} ${210 + Math.floor(i / 3) * 14}h.01`}
            strokeWidth="5"
            stroke={i === 4 ? artColors.accent : undefined}
          />
        ))}
      </g>
      <g transform="rotate(7 376 206)">
        <path d="M350 140h60a9 9 0 0 1 9 9v116a9 9 0 0 1-9 9h-60a9 9 0 0 1-9-9V149a9 9 0 0 1 9-9z" />
        <path d="M349 156h62v94h-62z" fill={artColors.soft} />
        <path d="M372 148h16M374 262h12" fill="none" />
        <path d="M355 186h50v24h-50z" stroke="none" />
        {digits.map(i => (
          <path
            key={i}
            d={`M${361 + i * 7 + (i > 2 ? 4 : 0)} 198h.01`}
            strokeWidth="5"
            stroke={artColors.accent}
          />
        ))}
        <path d="M358 224h44" fill="none" />
        <path d="M358 224h26" fill="none" stroke={artColors.accent} strokeWidth="3" />
      </g>
      <path d="M312 206c6-4 10-4 16 0M310 222c8-6 14-6 22 0" fill="none" strokeDasharray="3 4" />
      <CatSitting x={296} y={312} eyes="up" size={0.95} isMirrored />
      <Plant x={62} y={312} />
    </ArtScene>
  )
}
