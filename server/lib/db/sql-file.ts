import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** A file of SQL, with the hash by which a database knows that it was applied. */
export interface SqlFile {
  name: string
  text: string
  sha256: string
}

export interface SqlFolders {
  /** The tables of today, in the order of the file names. */
  schema: string
  /** One file for each function, in folders by subject. */
  functions: string
  /** The SQL that changes the tables of existing databases. */
  migrations: string
}

const folder = join(import.meta.dirname, '../../db')

export const sqlFolders: SqlFolders = {
  schema: join(folder, 'schema'),
  functions: join(folder, 'functions'),
  migrations: join(folder, 'migrations'),
}

export const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the files of a folder and its subfolders, sorted by their names. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const paths = (await readdir(folder, { recursive: true })).filter(path => path.endsWith('.sql'))
  const files = await Promise.all(
    paths.map(async path => {
      // A checkout with CRLF line ends is the same file.
      const text = (await readFile(join(folder, path), 'utf8')).replaceAll('\r\n', '\n')
      return { name: basename(path, '.sql'), text, sha256: hashText(text) }
    }),
  )
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
