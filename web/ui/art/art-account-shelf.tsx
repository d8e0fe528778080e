import { tint } from './art-frame.tsx'

// Glazed things stay the brightest ones at night; a tint of a dark page would turn them into holes.
const glaze = 'light-dark(color-mix(in srgb, var(--mantine-primary-color-filled) 3%, white), color-mix(in srgb, var(--mantine-primary-color-filled) 34%, white))'
const glazeShade = 'light-dark(color-mix(in srgb, var(--mantine-primary-color-filled) 17%, white), color-mix(in srgb, var(--mantine-primary-color-filled) 48%, white))'
const lamplight = 'light-dark(rgb(255 255 255 / 34%), rgb(255 255 255 / 6%))'

/** A quiet wall of shelves in the maker's store room: the right half of the account pages, cut to fill. */
export function ArtAccountShelf() {
  return (
    <svg aria-hidden="true" viewBox="0 0 800 1000" width="100%" height="100%" preserveAspectRatio="xMidYMid slice">
      <path d="M0 0h800v1000H0z" fill={tint(9)} />
      <path d="M150 1000V410a250 250 0 0 1 500 0v590z" fill={tint(16)} />
      <path d="M150 1000V410a250 250 0 0 1 430-173L190 1000z" fill={tint(12)} />
      <path d="M0 905h800v95H0z" fill={tint(24)} />
      <path d="M334 262h132l150 643H184z" fill={lamplight} />
      <Shelf y={420} />
      <Shelf y={630} />
      <g transform="translate(0 420)">
        <Vase x={232} />
        <Parcel x={330} w={92} h={74} p={62} />
        <Parcel x={346} y={-74} w={60} h={42} p={84} />
        <Mug x={452} p={100} />
        <path d="M512 0v-16h64V0zM518-16v-14h52v14zM512-30v-16h58v16z" fill={tint(46)} />
        <path d="M512-16h12V0h-12zM558-46h12v16h-12z" fill={tint(76)} />
      </g>
      <g transform="translate(0 630)">
        <Bowls x={226} />
        <Candle x={352} h={66} p={30} />
        <Candle x={398} h={44} p={52} />
        <Parcel x={456} w={124} h={96} p={86} />
      </g>
      <g transform="translate(0 905)">
        <Parcel x={196} w={168} h={130} p={48} />
        <Parcel x={220} y={-130} w={112} h={76} p={74} />
        <Parcel x={350} w={98} h={72} p={92} />
        <Plant x={520} />
      </g>
      <Lamp />
    </svg>
  )
}

function Shelf({ y }: { y: number }) {
  return (
    <g>
      <path d={`M196 ${y}h408v14H196z`} fill={tint(58)} />
      <path d={`M212 ${y + 14}h376v10H212z`} fill={tint(26)} />
      <path d={`M248 ${y + 14}h12v26l-12-8zM540 ${y + 14}h12v18l-12 8z`} fill={tint(58)} />
    </g>
  )
}

function Parcel({ x, y = 0, w, h, p }: { x: number; y?: number; w: number; h: number; p: number }) {
  const tape = w * 0.16
  return (
    <g transform={`translate(${x} ${y - h})`}>
      <rect width={w} height={h} rx="5" fill={tint(p)} />
      <path d={`M${w * 0.72} 0H${w - 5}a5 5 0 0 1 5 5v${h - 10}a5 5 0 0 1-5 5H${w * 0.72}z`} fill={tint(p + 7)} />
      <path d={`M${w * 0.38} 0h${tape}v${h * 0.34}l${-tape / 2}-5-${tape / 2} 5z`} fill={tint(p * 0.5)} />
      <rect x={w * 0.1} y={h * 0.62} width={w * 0.32} height={h * 0.24} rx="3" fill={glaze} />
      <path d={`M${w * 0.15} ${h * 0.7}h${w * 0.2}M${w * 0.15} ${h * 0.78}h${w * 0.12}`} stroke={tint(p)} strokeWidth="2.5" strokeLinecap="round" />
    </g>
  )
}

function Vase({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M36-80c0-40-6-70 4-112M36-84c8-30 22-46 34-70" fill="none" stroke={tint(66)} strokeWidth="4" strokeLinecap="round" />
      <path d="M36-120c-26 0-36-14-36-34 24 0 36 14 36 34zM37-146c0-26 12-38 34-40 2 24-10 38-34 40zM39-172c-18-6-24-20-18-36 18 6 24 20 18 36z" fill={tint(66)} />
      <path d="M52-118c4-20 18-28 36-26-2 20-16 28-36 26z" fill={tint(84)} />
      <path d="M22 0C0-22 4-54 26-66v-20h20v20c22 12 26 44 4 66z" fill={glaze} />
      <path d="M50 0c22-22 18-54-4-66v-20H36V0z" fill={glazeShade} />
      <path d="M9-36c18 9 36 9 54 0" fill="none" stroke={tint(46)} strokeWidth="3" />
    </g>
  )
}

function Mug({ x, p }: { x: number; p: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M40-38h6a11 11 0 0 1 0 22h-8" fill="none" stroke={tint(p)} strokeWidth="7" />
      <path d="M0-52h42v38A14 14 0 0 1 28 0H14A14 14 0 0 1 0-14z" fill={tint(p)} />
      <path d="M9-42v24" stroke={tint(60)} strokeWidth="5" strokeLinecap="round" />
    </g>
  )
}

function Bowls({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M16-62h68c0 24-14 34-34 34s-34-10-34-34z" fill={glaze} />
      <path d="M8-44h84c0 28-18 38-42 38S8-16 8-44z" fill={tint(40)} />
      <path d="M0-26h100C100-6 84 0 70 0H30C16 0 0-6 0-26z" fill={tint(70)} />
      <path d="M16-62h68v5H16z" fill={glazeShade} />
    </g>
  )
}

function Candle({ x, h, p }: { x: number; h: number; p: number }) {
  return (
    <g transform={`translate(${x} ${-h})`}>
      <path d="M17-4c-9-8-6-17 0-27 7 10 9 19 0 27z" fill={tint(80)} />
      <path d="M17 0v-9" stroke={tint(90)} strokeWidth="3" strokeLinecap="round" />
      <rect width="34" height={h} rx="5" fill={tint(p)} />
      <path d={`M7 ${h * 0.36}h20v${h * 0.34}H7z`} fill={glaze} />
    </g>
  )
}

function Plant({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M52-70C40-120 10-136-20-136c4 40 32 62 72 66zM56-70c-16-62-4-110 34-134 22 48 10 100-34 134z" fill={tint(72)} />
      <path d="M56-70c2-50 36-78 80-80 0 48-34 76-80 80zM50-76c-30-40-30-82-6-114 24 32 26 76 6 114z" fill={tint(88)} />
      <path d="M54-70c-2-60 8-90 34-126M52-72C44-110 18-126-12-132" fill="none" stroke={tint(50)} strokeWidth="2.5" />
      <path d="M10-78h92L90-8a10 10 0 0 1-10 8H32a10 10 0 0 1-10-8z" fill={glaze} />
      <path d="M62-78h40L90-8a10 10 0 0 1-10 8H62z" fill={glazeShade} />
      <path d="M6-84h100v16H6z" fill={tint(44)} />
    </g>
  )
}

function Lamp() {
  return (
    <g>
      <path d="M400 0v206" stroke={tint(58)} strokeWidth="4" />
      <path d="M334 262a66 58 0 0 1 132 0z" fill={tint(92)} />
      <path d="M412 204a66 58 0 0 1 54 58h-32c0-26-8-46-22-58z" fill={tint(100)} />
      <path d="M376 262h48a24 14 0 0 1-48 0z" fill={glaze} />
    </g>
  )
}
