import { figure } from './format.ts';

/** 1 мин 20 с or 1 min 20 s: hours and minutes, or minutes and seconds, or seconds. */
export const durationText = (seconds: number, [hour, minute, second]: readonly [string, string, string]): string => {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts: (readonly [number, string])[] =
    hours > 0
      ? [
          [hours, hour],
          [minutes, minute],
        ]
      : [
          [minutes, minute],
          [rest, second],
        ];
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${figure(value)}\u00a0${unit}`)
    .join(' ');
};
