import type { Sql } from '../lib/db/pool.ts'
import { readSqlFiles, type SqlFile, type SqlFolders } from '../lib/db/sql-file.ts'
import { readFunctionFiles } from './function-files.ts'

/** The code of an error about a type that does not exist. */
const undefinedType = '42704'

/**
 * Creates the tables of an empty database. Functions and tables need each other: columns, policies
 * and triggers call functions, so these are created first, with unchecked bodies. Functions whose
 * parameter is the row of a table follow with `applyChangedFunctions`, which checks all bodies.
 */
export async function createSchema(tx: Sql, { schema, functions }: SqlFolders): Promise<void> {
  const [installation, ...otherFiles] = await readSqlFiles(schema)
  if (installation) await applySchemaFile(tx, installation)
  await tx`select set_config('check_function_bodies', 'off', true)`
  for (const file of await readFunctionFiles(functions)) await createFunctionWithoutTables(tx, file)
  for (const file of otherFiles) await applySchemaFile(tx, file)
}

async function applySchemaFile(tx: Sql, { name, text }: SqlFile): Promise<void> {
  await tx
    .unsafe(text)
    .simple()
    .catch(error => {
      throw new Error(`The schema file ${name}.sql failed: ${error.message}`, { cause: error })
    })
}

async function createFunctionWithoutTables(tx: Sql, { name, text }: SqlFile): Promise<void> {
  await tx
    .unsafe(`savepoint function_file;\n${text};\nrelease savepoint function_file`)
    .simple()
    .catch(async error => {
      if (error.code !== undefinedType)
        throw new Error(`The function file ${name}.sql failed: ${error.message}`, { cause: error })
      await tx`rollback to savepoint function_file`
    })
}
