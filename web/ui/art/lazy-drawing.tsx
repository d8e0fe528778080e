import { useEffect, useState } from 'react'
import { Drawing } from './drawing.tsx'

/** Imports the text of an `.svg` file. The same function at each render. */
export type LazySvg = () => Promise<{ default: string }>

type Props = {
  load: LazySvg
  width: 200 | 480
}

/**
 * A drawing of a message that few visits see, in a file of its own. Its space is empty until the
 * file arrives, and stays empty if it never does.
 */
export function LazyDrawing({ load, width }: Props) {
  const [svg, setSvg] = useState(() => renderSpace(width))
  useEffect(
    function loadDrawing() {
      load().then(
        ({ default: drawing }) => setSvg(drawing),
        () => {},
      )
    },
    [load],
  )
  return <Drawing svg={svg} />
}

/** Returns an empty drawing. All drawings have the same proportions. */
function renderSpace(width: number): string {
  const height = (width * 3) / 4
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"></svg>`
}
