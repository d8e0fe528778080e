import type { Disk } from 'flydrive'
import type { TransactionSql } from 'postgres'
import { type ArchivedFile, readArchivedFile } from './audit-archive.ts'
import type { AuditViolation } from './audit-violation.ts'

/** Runs a statement in the open transaction. */
export type AuditQuery = <Row extends Record<string, unknown>>(
  text: string,
  values?: (string | number | Date | string[] | null)[],
) => Promise<{ rows: Row[] }>

export const toAuditQuery =
  (tx: TransactionSql): AuditQuery =>
  async (text, values) => ({ rows: await tx.unsafe(text, values) })

/** Loads the rows of archived files into a temporary table, where the seals are verified. */
export class ArchivedRows {
  private readonly query: AuditQuery
  private readonly disk: Disk | undefined
  private loadedFiles = ''
  private readonly brokenFiles = new Set<string>()
  private constructor(query: AuditQuery, disk: Disk | undefined) {
    this.query = query
    this.disk = disk
  }

  static async open(query: AuditQuery, disk: Disk | undefined): Promise<ArchivedRows> {
    await query('create temporary table audit_unpacked (like audit) on commit drop')
    await query('create index on audit_unpacked (epoch, xid)')
    return new ArchivedRows(query, disk)
  }

  /**
   * Loads the rows of the files that these seals cover. Returns a violation for each file that is missing
   * or was changed, when it is first read.
   */
  async load(firstSeq: number, lastSeq: number): Promise<AuditViolation[]> {
    const files = await this.listFiles(firstSeq, lastSeq)
    const names = files.map(({ file }) => file).join()
    if (names === this.loadedFiles) return []
    this.loadedFiles = names
    await this.query('truncate audit_unpacked')
    const violations: AuditViolation[] = []
    for (const { seq, ...file } of files) {
      const lines = this.disk ? await readArchivedFile(this.disk, file) : 'file_missing'
      if (Array.isArray(lines)) {
        await this.query(
          `insert into audit_unpacked
          select (jsonb_populate_record(null::audit, line::jsonb)).* from unnest($1::text[]) line`,
          [lines],
        )
        continue
      }
      if (this.brokenFiles.has(file.file)) continue
      this.brokenFiles.add(file.file)
      violations.push({
        ...{ seq: Number(seq), kind: lines, file: file.file },
        ...{ since: null, until: null, sealedRows: 0, foundRows: 0 },
      })
    }
    return violations
  }

  private async listFiles(firstSeq: number, lastSeq: number) {
    const { rows } = await this.query<{ seq: string } & ArchivedFile>(
      `select f.seq, f.file, f.hash
      from audit_archived_files() f
      left join audit_seal p on p.seq = $1
      where (p.seq is null or (f.last_epoch, f.last_xid, f.last_id) > (p.epoch, p.xid, p.id))
        and (f.first_epoch, f.first_xid, f.first_id) <= (
          select s.epoch, s.xid, s.id from audit_seal s where s.seq <= $2 order by s.seq desc limit 1)`,
      [firstSeq - 1, lastSeq],
    )
    return rows
  }
}
