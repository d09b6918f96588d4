import './components/web-awesome.ts';
import './kb-app.ts';
