import css from './drawing.module.css'

/** A drawing of this folder in the colors of the current skin. Its text is that of an `.svg` file. */
export function Drawing({ svg }: { svg: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a file of this folder
    <span aria-hidden="true" className={css.drawing} dangerouslySetInnerHTML={{ __html: svg }} />
  )
}
