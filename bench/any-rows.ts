// Loaded before a benchmark's server and its worker processes: removes the row limit of the largest plan.
import { plans } from '../rules/plans.ts'

Object.assign(plans.enterprise, { maxImportRows: Number.MAX_SAFE_INTEGER })
