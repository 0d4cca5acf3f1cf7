import { BaseSequencer, type TestSpecification } from 'vitest/node'

const long = 'tests/screens/review.test.tsx'

/**
 * Where no earlier run tells how long files take, vitest begins with the largest of a project. The
 * longest of the screens only imports its tests, and would run last, with nothing beside it.
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
