import { ink, tint } from './art-frame.tsx'

type Skin = 'light' | 'dark'

/** A shop being built, by day in the light skin and by night in the dark one. */
export function ArtComingSoon({ skin = 'light' }: { skin?: Skin }) {
  const isNight = skin === 'dark'
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 480 320"
      width={480}
      height={320}
      fill={ink.paper}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ color: 'var(--mantine-color-dimmed)', maxWidth: '100%', height: 'auto' }}
    >
      <path d="M54 268C26 196 60 132 128 86c72-48 190-58 256 2 52 48 64 118 44 180z" fill={tint(9)} stroke="none" />
      {isNight ? <NightSky /> : <DaySky />}
      <path d="M20 268h318M352 268h78M444 268h14" fill="none" />
      <Shop window={isNight ? tint(62) : ink.soft} />
      <Scaffold />
      <Yard />
    </svg>
  )
}

function DaySky() {
  return (
    <g transform="translate(46 4)">
      <circle cx="366" cy="74" r="20" fill={tint(30)} stroke="none" />
      <path d="M366 42v-8M366 114v-8M398 74h8M326 74h8M389 51l5-5M338 102l5-5M343 51l-5-5M394 102l-5-5" stroke={ink.accent} />
      <path d="M8 104a11 11 0 0 1 8-19 17 17 0 0 1 32-2 11 11 0 0 1 6 21zM346 158a8 8 0 0 1 6-14 12 12 0 0 1 23-1 8 8 0 0 1 4 15z" />
    </g>
  )
}

function NightSky() {
  return (
    <g>
      <path d="M416 58a22 22 0 1 0 18 30 18 18 0 0 1-18-30z" fill={ink.accent} stroke="none" />
      <path d="M104 84v10M99 89h10M324 44v8M320 48h8M440 150v8M436 154h8" stroke={ink.accent} fill="none" />
      <path d="M72 138h.01M152 58h.01M300 84h.01M396 126h.01M236 40h.01M58 190h.01" strokeWidth="3.5" />
    </g>
  )
}

function Shop({ window }: { window: string }) {
  return (
    <g>
      <path d="M142 150h152v118H142z" />
      <path d="M156 182h72v52h-72z" fill={window} />
      <path d="M192 182v52M150 234h84" fill="none" />
      <path d="M246 182h34v86h-34z" />
      <path d="M253 190h20v34h-20z" fill={window} />
      <path d="M253 244h.01" strokeWidth="3.5" />
      {[0, 1, 2, 3, 4, 5, 6].map(i => (
        <path
          key={i}
          d={`M${146 + i * 20.6} 122h20.600L${156 + i * 24} 152v6a12 12 0 0 1-24 0v-6z`}
          fill={i > 4 ? 'none' : i % 2 ? ink.paper : ink.accent}
          strokeDasharray={i > 4 ? '4 5' : undefined}
        />
      ))}
      <path d="M172 122v-20a4 4 0 0 1 4-4h84a4 4 0 0 1 4 4v20z" />
      <path d="M186 110h38" fill="none" />
      <path d="M232 110h20" stroke={ink.accent} strokeDasharray="3 5" fill="none" />
    </g>
  )
}

function Scaffold() {
  return (
    <g fill="none">
      <path d="M306 268V92M366 268V92M306 268l60-56M306 212l60-56" />
      <path d="M298 206h76v8h-76zM298 150h76v8h-76zM298 94h76v8h-76z" fill={ink.soft} />
      <path d="M320 150v-18h30v18zM328 132v-7h14v7" fill={ink.paper} />
      <path d="M326 206v-22h22v22z" fill={ink.accent} stroke="none" />
      <path d="M333 184v7l4-2.5 4 2.500v-7" fill={ink.paper} stroke="none" />
      <path d="M348 94c0-8 10-8 10-1" />
    </g>
  )
}

function Yard() {
  return (
    <g>
      <path d="M108 268 124 164M92 268l16-104M106.5 184h14M103.5 204h14M100.5 224h14M97.5 244h14" fill="none" />
      <path d="M386 240h44v28h-44z" />
      <path d="M402 240h12v10l-6-3-6 3z" fill={ink.soft} />
      <path d="M394 216h30v24h-30z" fill={ink.soft} />
      <path d="m54 268 9-30h8l9 30zM48 268h38" />
      <path d="m60.6 246-3 10h18.800l-3-10z" fill={ink.accent} stroke="none" />
    </g>
  )
}
