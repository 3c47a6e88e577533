//# allFunctionsCalledOnLoad
import{mt as e}from"./parts-D52ZZmNQ.js";function t(t,n){return e(n.devices.kinds,t)??t}export{t};