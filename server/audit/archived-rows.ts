import type { Disk } from 'flydrive'
import type postgres from 'postgres'
import { type ArchivedFile, readArchivedFile } from './audit-archive.ts'
import type { AuditViolation } from './audit-violation.ts'

/** Loads the rows of archived files into a temporary table, where the seals are verified. */
export class ArchivedRows {
  private readonly tx: postgres.TransactionSql
  private readonly disk: Disk | undefined
  private loadedFiles = ''
  private readonly brokenFiles = new Set<string>()
  private constructor(tx: postgres.TransactionSql, disk: Disk | undefined) {
    this.tx = tx
    this.disk = disk
  }

  static async open(tx: postgres.TransactionSql, disk: Disk | undefined): Promise<ArchivedRows> {
    await tx`create temporary table audit_unpacked (like audit) on commit drop`
    await tx`create index on audit_unpacked (epoch, xid)`
    return new ArchivedRows(tx, disk)
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
    await this.tx`truncate audit_unpacked`
    const violations: AuditViolation[] = []
    for (const { seq, ...file } of files) {
      const lines = this.disk ? await readArchivedFile(this.disk, file) : 'file_missing'
      if (Array.isArray(lines)) {
        await this.tx`
          insert into audit_unpacked
          select (jsonb_populate_record(null::audit, line::jsonb)).*
          from unnest(${lines}::text[]) line`
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

  private listFiles = (firstSeq: number, lastSeq: number) => this.tx<
    ({ seq: string } & ArchivedFile)[]
  >`
    select f.seq, f.file, f.hash
    from audit_archived_files() f
    left join audit_seal p on p.seq = ${firstSeq - 1}
    where (p.seq is null or (f.last_epoch, f.last_xid, f.last_id) > (p.epoch, p.xid, p.id))
      and (f.first_epoch, f.first_xid, f.first_id) <= (
        select s.epoch, s.xid, s.id from audit_seal s where s.seq <= ${lastSeq} order by s.seq desc limit 1)`
}
