/**
 * A possible telephone number. `digits` are without separators; `shape` has the lengths of its groups (`1.3.3.2.2`), `gaps` the separators between them,
 * each followed by `|` (`-|-|`).
 */
export type Format = { readonly digits: string; readonly shape: string; readonly gaps: string };

/** Total digits, including the country code, by country code; numbers of other countries have 9 to 15. */
const lengths: readonly (readonly [RegExp, number])[] = [
  [/^7/, 11],
  [/^1/, 11],
  [/^(?:375|380|998|996|992|994|995|90)/, 12],
  [/^(?:374|373|371)/, 11],
  [/^86/, 13],
  [/^44/, 12],
];

/** After a plus sign: a country code and the rest of the number. The most likely of the options, which are shortest first. */
export const international = <F extends Format>(options: readonly F[]): F | undefined => {
  const fitting = options.filter(({ digits }) => digits.length >= 9 && !digits.startsWith('0'));
  const exact = fitting.find(({ digits }) =>
    lengths.some(([code, length]) => code.test(digits) && digits.length === length),
  );
  return exact ?? fitting.findLast(({ gaps }) => !gaps.includes('/'));
};

/** A code of three to five digits after the trunk digit, or everything in one group. */
const nationalShape = /^(?:1\.[3-9]|1\.10$|[4-7](?:\.|$)|11$)/;

/** 8 or 7 and an area code; in Belarus the codes start with 0. */
const trunkAndCode = /^(?:[78][3-9]|80(?:1[5-7]|2[1-5]|29|33|44)[1-9])/;

/** 8 or 7, an existing area code, and seven more digits in any groups. */
export const isNational = ({ digits, shape, gaps }: Format): boolean =>
  (digits.length === 11 &&
    trunkAndCode.test(digits) &&
    nationalShape.test(shape) &&
    !/\.1\.1\.1\./.test(shape) &&
    !/\..*\..*\./.test(gaps.replace(/[^./|]/g, '').replaceAll('|', ''))) ||
  isDotted(digits, shape, gaps) ||
  (digits.length === 11 && /^8[3-9]/.test(digits) && shape === '1.2.2.2.2.2' && /^(?:-\|)+$/.test(gaps));

/** `8.912.345.67.89`: only dots as separators, in the usual groups. */
const isDotted = (digits: string, shape: string, gaps: string): boolean =>
  digits.length === 11 &&
  /^(?:\.\|)+$/.test(gaps) &&
  ((/^[78][3-9]/.test(digits) && /^1\.(?:3\.3|4\.2|5\.1)\.2\.2$/.test(shape)) ||
    (/^[78]9/.test(digits) && shape === '1.3.3.4'));

/** Ten digits of a mobile number without the trunk digit. */
export const isMobile = ({ digits, shape }: Format): boolean =>
  digits.length === 10 && digits.startsWith('9') && /^(?:[3-9](?:\.|$)|10$)/.test(shape);

/** Area code and number without the trunk digit: the code in brackets, or in the usual groups. */
export const hasAreaCode = ({ digits, shape, gaps }: Format): boolean => {
  if (digits.length !== 10 || !/^(?:[3489]|0(?:17|25|29|33|44))/.test(digits)) return false;
  return /^\)/.test(gaps.trimStart()) || (/^(?:3\.3\.2\.2|4\.2\.2\.2)$/.test(shape) && gaps.includes('-'));
};

/** `00 7 903 …`, `810 7 495 …`, `8-10-380-50-…`: with an international dialling prefix. */
export const hasDiallingPrefix = ({ digits }: Format): boolean =>
  /^(?:00|810)(?:7[3-9]\d{9}|(?:375|380|996|998|992|993|994|995)\d{9}|37[0-4]\d{8})$/.test(digits);

/** Country codes after which a number is of 10 to 12 digits in all (ITU-T E.164), neighbours and zone 1 among them. */
const countryCode =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[0578]\d|9[679]\d)$/;

/** The prefix, the country code as a group of its own or written to the prefix, and the groups of the number. */
const foreignGroups = /^(8\|10\||810\|?|00\|?)(\d{1,3})\|(\d.*)$/;

const isForeign = ({ digits, shape, gaps }: Format, rest: RegExp): boolean => {
  if (!/^(?:810|00)/.test(digits)) return false;
  const [, prefix = '', code = '', groups = ''] = foreignGroups.exec(grouped(digits, shape)) ?? [];
  const length = digits.length - prefix.replaceAll('|', '').length;
  return countryCode.test(code) && rest.test(groups) && length >= 10 && length <= 12 && !/[./]/.test(gaps);
};

/** `8-10-49-30-901820`, `810 44 …`, `0049 30 …`: any country behind an international dialling prefix, with a group of three digits or more. */
export const isForeignDialled = (option: Format): boolean => isForeign(option, /\d{3}/);

/** 8 10 33 6 12 34 56 78, 81049…, 0049…: in pairs or without groups; needs a word for a telephone before it. */
export const isForeignAfterWord = (option: Format): boolean =>
  isForeign(option, /./) || (!option.shape.includes('.') && /^(?:810|00)[1-9]\d{9,11}$/.test(option.digits));

/** The digits in their groups: `8|10|49|`. */
const grouped = (digits: string, shape: string): string => {
  let at = 0;
  return shape
    .split('.')
    .map((length) => `${digits.slice(at, (at += Number(length)))}|`)
    .join('');
};

/** 375 29 …, 998901…: the country code of a neighbouring country without plus, and a mobile operator's code. */
export const isNeighbouringMobile = ({ digits, shape }: Format): boolean =>
  /^(?:375(?:25|29|33|44)|380(?:50|6[3678]|73|9[1-9])|998(?:33|50|55|77|88|9\d)|996[57]\d)\d{7}$/.test(digits) &&
  /^(?:3\.[2-5](?:\.|$)|5\.|12$)/.test(shape);

/** 998 71 203-44-15: the country code of a neighbouring country without plus, a town's code, and the usual groups. */
export const isNeighbouringTown = ({ digits, shape }: Format): boolean =>
  /^(?:998[67]\d|996\d\d|992\d\d|995\d\d)\d{7}$/.test(digits) && /^3\.[23]\.(?:3\.2\.2|2\.2\.2)$/.test(shape);

/** 234-56-78: a local number in the usual groups. */
export const isLocal = ({ shape, gaps, digits }: Format): boolean =>
  shape === '3.2.2' && gaps === '-|-|' && /^[1-9]/.test(digits);

/** A local number of five to seven digits; needs a word for a telephone before it. */
export const isLocalAfterWord = ({ digits, shape, gaps }: Format): boolean =>
  /^(?:7|6|3\.4|3\.2\.2|2\.2\.2|1\.2\.2|3\.3|2\.2\.3|1\.2\.2\.2)$/.test(shape) &&
  digits.length >= 5 &&
  !/[./()]/.test(gaps) &&
  !/^0/.test(digits);

/** 495 640 17 28: an area code without brackets; needs a word for a telephone before it. */
export const isAreaAfterWord = ({ digits, shape, gaps }: Format): boolean =>
  /^[3489]\d{9}$/.test(digits) && /^(?:3\.3\.2\.2|3\.3\.4|3\.7|4\.2\.2\.2|4\.6)$/.test(shape) && !/[./]/.test(gaps);

/** 0671234567: a Ukrainian number without country code; needs a word for a telephone before it. */
export const isUkrainianAfterWord = ({ digits, shape }: Format): boolean =>
  /^0[3-9]\d{8}$/.test(digits) && /^(?:10|3\.3\.2\.2|3\.7)$/.test(shape);

/** 2-34-56, 33-14-08: groups of a local number that cannot be a date. */
export const hasLocalGroups = ({ digits, shape, gaps }: Format): boolean =>
  /^[1-9]/.test(digits) &&
  (shape === '1.2.2' || (shape === '2.2.2' && (Number(digits.slice(0, 2)) > 31 || Number(digits.slice(2, 4)) > 12))) &&
  gaps === '-|-|';

/** 8 (912) 345-67-89, 8 9123456789: national groups after which nothing follows in the chain are unambiguous. */
export const hasUnambiguousGroups = (option: Format): boolean =>
  /^(?:1\.[345]\.|1\.10$|4\.(?:3\.|7$))/.test(option.shape) && isNational(option);

/** `8_903_123_45_67`: underscores join many codes, so that only the groups of a telephone number tell. */
export const hasUsualGroups = (shape: string): boolean =>
  /^(?:1\.)?(?:3\.3\.2\.2|3\.3\.4|3\.7|10)$/.test(shape) || /^1(?:\.1){9,10}$/.test(shape);
