import { CatAsleep } from './art-cat.tsx'
import { artColors, tint } from './art-frame.tsx'
import { ArtScene, Moon, Parcel, Plant, Stars } from './art-scene.tsx'
import { Shop } from './art-shop.tsx'

/** The closed shop at night, with the cat asleep on the awning. */
export function ArtNight() {
  return (
    <ArtScene>
      <Moon x={392} y={92} />
      <Stars />
      <path d="M74 182l-42 130h88z" fill={tint(24)} stroke="none" />
      <path d="M76 312V172M64 172h24l-5-14H69z" fill={artColors.soft} />
      <Shop hasShutter />
      <path d="M282 224h22v14h-22zM286 224l7-8 7 8" />
      <CatAsleep x={252} y={102} size={0.78} />
      <path d="M272 62h8l-8 9h8M288 44h11l-11 12h11" fill="none" stroke={artColors.accent} />
      <Plant x={360} y={312} size={0.9} />
      <Parcel x={412} y={312} w={46} h={32} />
    </ArtScene>
  )
}
