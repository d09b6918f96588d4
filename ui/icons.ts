import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import {
  ArrowRight,
  Braces,
  Check,
  ChevronDown,
  ChevronsUpDown,
  CircleAlert,
  CircleX,
  Copy,
  Eye,
  EyeOff,
  FileDown,
  FileSpreadsheet,
  FileText,
  FileUp,
  Funnel,
  Keyboard,
  LogOut,
  Minus,
  Plus,
  RefreshCw,
  Search,
  Settings,
  ShieldCheck,
  Table,
  Terminal,
  Trash2,
  Upload,
  X,
} from 'lucide-static';

const drawings = {
  alert: CircleAlert,
  'arrow-right': ArrowRight,
  braces: Braces,
  check: Check,
  'chevron-down': ChevronDown,
  'chevrons-up-down': ChevronsUpDown,
  'circle-x': CircleX,
  copy: Copy,
  eye: Eye,
  'eye-off': EyeOff,
  'file-down': FileDown,
  'file-sheet': FileSpreadsheet,
  'file-text': FileText,
  'file-up': FileUp,
  filter: Funnel,
  keyboard: Keyboard,
  'log-out': LogOut,
  minus: Minus,
  plus: Plus,
  refresh: RefreshCw,
  search: Search,
  settings: Settings,
  shield: ShieldCheck,
  table: Table,
  terminal: Terminal,
  trash: Trash2,
  upload: Upload,
  x: X,
};

export type IconName = keyof typeof drawings;

/** An icon as it is drawn in the bundle, hidden from screen readers; `slot` puts it into a part of Web Awesome. */
export const icon = (name: IconName, slot?: string): TemplateResult => {
  const attributes = `class="i" aria-hidden="true"${slot === undefined ? '' : ` slot="${slot}"`}`;
  // The drawings are constants of a package, never text from outside.
  return html`${unsafeHTML(drawings[name].replace(/class="[^"]*"/, attributes))}`;
};
