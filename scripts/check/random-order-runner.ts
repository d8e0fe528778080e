import { relative } from 'node:path'
import { type RunnerTestFile, type SerializedConfig, TestRunner } from 'vitest'
import { pickRandomFiles } from './pick-random-files.ts'

/**
 * Runs the tests of a few files in random order and without a retry: a test must not depend on rows
 * of another. The seed selects the files and their order. RANDOM_ORDER_SEED=123 repeats a run, and
 * `vitest run --sequence.shuffle.tests FILE` tests another file.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default class RandomOrderRunner extends TestRunner {
  private readonly usualRetry: SerializedConfig['retry']
  private readonly randomFiles: string[]

  constructor(config: SerializedConfig) {
    super(config)
    this.usualRetry = config.retry
    this.randomFiles = pickRandomFiles(config.sequence.seed)
  }

  override onCollectStart(file: RunnerTestFile) {
    super.onCollectStart(file)
    const isRandom = this.randomFiles.includes(
      relative(this.config.root, file.filepath).replaceAll('\\', '/'),
    )
    // The suites and tests of the file read these options when they are defined.
    this.config.sequence.shuffle = isRandom
    this.config.retry = isRandom ? 0 : this.usualRetry
    file.shuffle = isRandom
  }
}
