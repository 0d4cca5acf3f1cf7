import { testFileAttacks } from './file-attacks'

testFileAttacks()
