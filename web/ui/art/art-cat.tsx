import { artColors } from './art-frame.tsx'

type CatPosition = { x: number; y: number; size?: number; isMirrored?: boolean }
type Eyes = 'open' | 'shut' | 'up' | 'away'

const toTransform = ({ x, y, size = 1, isMirrored = false }: CatPosition) =>
  `translate(${x} ${y}) scale(${isMirrored ? -size : size} ${size})`
const pupilOffsets: Record<Exclude<Eyes, 'shut'>, [number, number]> = {
  open: [0, 0.4],
  up: [0.6, -1.8],
  away: [2.2, -0.4],
}

/** The head of the cat, 30 px wide, with the chin at (0, 0). */
function Head({ eyes }: { eyes: Eyes }) {
  return (
    <g stroke="none">
      <path
        d="M-15-16c-1-6-2-12-1-17 1-2 3-2 4-1l7 6c3-1 7-1 10 0l7-6c1-1 3-1 4 1 1 5 0 11-1 17C15-6 9 0 0 0s-15-6-15-16z"
        fill={artColors.accent}
      />
      {eyes === 'shut' ? (
        <path
          d="M-10-13c1 3 5 3 6 0M4-13c1 3 5 3 6 0"
          fill="none"
          stroke={artColors.paper}
          strokeWidth="1.6"
        />
      ) : (
        [-6.5, 6.5].map(eye => (
          <g key={eye}>
            <ellipse cx={eye} cy="-14" rx="3.6" ry="4" fill={artColors.paper} />
            <circle
              cx={eye + pupilOffsets[eyes][0] * 0.6}
              cy={-14 + pupilOffsets[eyes][1]}
              r="1.9"
              fill={artColors.accent}
            />
          </g>
        ))
      )}
      <path d="M-1.6-8h3.2L0-6z" fill={artColors.paper} />
      <path
        d="M-12-7l-9-2M-12-4.5l-9 1.5M12-7l9-2M12-4.5l9 1.5"
        stroke="currentColor"
        strokeWidth="1.2"
      />
    </g>
  )
}

/** A cat that sits at (x, y). */
export function CatSitting({
  eyes = 'open',
  isTailUp = false,
  ...position
}: CatPosition & { eyes?: Eyes; isTailUp?: boolean }) {
  return (
    <g transform={toTransform(position)} stroke="none">
      <path
        d={isTailUp ? 'M14-6c16 2 22-12 16-30-2-6-1-10 3-12' : 'M12-4c14 2 24-2 26-9 1-4-2-7-5-5'}
        fill="none"
        stroke={artColors.accent}
        strokeWidth="6.5"
      />
      <path
        d="M-16 0c-6-1-6-10-4-18 2-12 6-20 9-28h22c3 8 7 16 9 28 2 8 2 17-4 18z"
        fill={artColors.accent}
      />
      <path d="M-5 0v-14M5 0v-14" stroke={artColors.paper} strokeWidth="1.4" />
      <g transform="translate(0 -34)">
        <Head eyes={eyes} />
      </g>
    </g>
  )
}

/** A sleeping cat at (x, y). */
export function CatAsleep(position: CatPosition) {
  return (
    <g transform={toTransform(position)} stroke="none">
      <path d="M-40 0c-6-14 6-30 32-34 26-3 46 8 46 24 0 6-3 10-8 10z" fill={artColors.accent} />
      <path
        d="M34-6c4 6-6 9-18 8-14-1-22-1-30-3"
        fill="none"
        stroke={artColors.paper}
        strokeWidth="1.4"
      />
      <g transform="translate(-22 1) rotate(-6)">
        <Head eyes="shut" />
      </g>
    </g>
  )
}

/** A cat that looks over an edge at y, with both paws on it. */
export function CatPeeking({ eyes = 'open', ...position }: CatPosition & { eyes?: Eyes }) {
  return (
    <g transform={toTransform(position)} stroke="none">
      <g transform="translate(0 2)">
        <Head eyes={eyes} />
      </g>
      <path
        d="M-21 5a5 5 0 0 1-5-5v-1a5.5 5.5 0 0 1 11 0v1a5 5 0 0 1-5 5z
          M20 5a5 5 0 0 1-5-5v-1a5.5 5.5 0 0 1 11 0v1a5 5 0 0 1-5 5z"
        fill={artColors.accent}
      />
      <path
        d="M-22.5 3v-4M-18.8 3v-4M18.8 3v-4M22.5 3v-4"
        stroke={artColors.paper}
        strokeWidth="1.2"
      />
    </g>
  )
}

/** A cat on its hind legs that reaches up to about (x + 22, y − 92). */
export function CatReaching(position: CatPosition) {
  return (
    <g transform={toTransform(position)} stroke="none">
      <path
        d="M-14-6c-16 2-24-8-20-22 1-5-1-9-5-10"
        fill="none"
        stroke={artColors.accent}
        strokeWidth="6.5"
      />
      <path
        d="M-16 0c-5-1-4-12-2-20 3-14 9-24 12-34h20c2 12 4 24 4 36 0 10-1 17-5 18z"
        fill={artColors.accent}
      />
      <path d="M8-46c6-10 9-22 12-40" fill="none" stroke={artColors.accent} strokeWidth="8" />
      <path d="M-2-44c-2-8-8-12-14-14" fill="none" stroke={artColors.accent} strokeWidth="7.5" />
      <path d="M0 0v-12" stroke={artColors.paper} strokeWidth="1.4" />
      <g transform="translate(2 -48) rotate(8)">
        <Head eyes="up" />
      </g>
    </g>
  )
}
