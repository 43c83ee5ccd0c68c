import '@pf/preprocess/web-worker';
