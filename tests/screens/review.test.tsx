import { describe } from 'vitest'
import { setUpReview } from './review/support'

/*
 * One backend for all subjects: starting one takes as long as ten of their tests.
 * `npx vitest run review -t decisions` runs one subject.
 */
setUpReview()

describe('list', async () => void (await import('./review/list')))
describe('detail', async () => void (await import('./review/detail')))
describe('decisions', async () => void (await import('./review/decisions')))
describe('keys', async () => void (await import('./review/keys')))
describe('answers', async () => void (await import('./review/answers')))
describe('conversions', async () => void (await import('./review/conversions')))
