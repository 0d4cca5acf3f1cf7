export {
  optionalCount as countOrNull,
  optionalDate as dateOrNull,
  optionalEmail as emailOrNull,
  optionalText,
  requiredText,
} from '@/shared/lib/form-text'
