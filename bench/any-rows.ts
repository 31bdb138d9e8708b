// Loaded before a bench's server, and by what it starts: its largest plan takes files of any number of rows.
import { plans } from '../rules/plans.ts'

Object.assign(plans.enterprise, { maxImportRows: Number.MAX_SAFE_INTEGER })
