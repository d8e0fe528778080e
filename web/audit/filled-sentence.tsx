import { Fragment, type ReactNode } from 'react'

/** A bold part, or a plain one given as `{ text }`. */
type SentencePart = string | { text: string }
type PartName = 'person' | 'entity' | 'name' | 'record' | 'field' | 'before' | 'after' | 'data'

/** Stand-ins for the parts of a sentence, passed to the translation as its parameters. */
type SentenceMarks = Record<PartName, string>

const separator = '\u0001'
const toMark = (name: PartName) => `${separator}${name}${separator}`
const marks: SentenceMarks = {
  person: toMark('person'),
  entity: toMark('entity'),
  name: toMark('name'),
  record: toMark('record'),
  field: toMark('field'),
  before: toMark('before'),
  after: toMark('after'),
  data: toMark('data'),
}

type Props = {
  translate: (marks: SentenceMarks) => string
  parts: Partial<Record<PartName, SentencePart>>
}

/**
 * Renders a translated sentence with an element for each part, isolated in its text direction.
 * A part may appear only once in a sentence.
 */
export function FilledSentence({ translate, parts }: Props) {
  const partsByName = new Map<string, SentencePart>(Object.entries(parts))
  // Splitting at the separator yields text and part names in turn.
  const segments = translate(marks).split(separator)
  const isEmptyPart = (name: string | undefined) => name !== undefined && !partsByName.get(name)
  const nodes = segments
    .map((segment, index) =>
      // An empty part leaves one space, not two.
      index % 2 === 0 && isEmptyPart(segments[index - 1]) ? segment.trimStart() : segment,
    )
    .map((segment, index) =>
      index % 2 === 0
        ? { key: `${index}`, node: segment }
        : { key: segment, node: renderPart(partsByName.get(segment)) },
    )
  return nodes.map(({ key, node }) => <Fragment key={key}>{node}</Fragment>)
}

function renderPart(part: SentencePart | undefined): ReactNode {
  if (!part) return null
  if (typeof part === 'object') return <bdi>{part.text}</bdi>
  return (
    <strong>
      <bdi>{part}</bdi>
    </strong>
  )
}
