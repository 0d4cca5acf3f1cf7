import { BaseSequencer, type TestSpecification } from 'vitest/node'

const long = 'tests/screens/review.test.tsx'

/**
 * Without timings from an earlier run, vitest starts with a project's largest files. The longest
 * file of the screens only imports its tests, so it would run last, with nothing beside it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const found = sorted.find(({ moduleId }) => moduleId.endsWith(long))
    if (!found) return sorted
    const others = sorted.filter((file) => file !== found)
    const first = others.findIndex(({ project }) => project.name === found.project.name)
    return others.toSpliced(Math.max(first, 0), 0, found)
  }
}
